/**
 * What cleaning removes, all in one place. Every entry comes from the description of `fetch_content`, except the
 * groups marked as variants, which are the plural, -ed and -ing forms of its words and spellings of `skiplink`.
 */

/** Elements that are removed with everything in them. */
export const REMOVED_TAGS: ReadonlySet<string> = new Set(
  (
    "script style noscript template meta link base title svg canvas iframe object embed " +
    "nav aside dialog button select textarea " +
    // Variants: like `noscript`, markup for other browsers, which the parser leaves as text.
    "noembed noframes"
  ).split(" "),
);

/** Values of `role` that are removed, in any case. */
export const REMOVED_ROLES: ReadonlySet<string> = new Set(
  "navigation banner complementary search contentinfo dialog".split(" "),
);

/**
 * Words that remove an element when one of its classes, or its id, is exactly that word, in any case. Names are not
 * taken apart at `-` or `_`: on real sites `l-sidebar-fixed` or `content-with-sidebar` holds the story itself.
 */
export const REMOVED_WORDS: ReadonlySet<string> = new Set(
  (
    "ad ads advert sponsor promo cookie consent gdpr newsletter subscribe popup modal share social breadcrumb " +
    "nav navbar navigation menu sidebar skiplink " +
    // Variants.
    "adverts advertisement advertisements advertising sponsors sponsored promos promotion promotions promoted " +
    "cookies newsletters popups modals shares sharing breadcrumbs navs menus sidebars " +
    "skiplinks skip-link skip-links skip_link " +
    // Compounds of the same words, and the frame of a site; each removes text on the pages of the extraction
    // benchmark and none of a story.
    "navbar-nav nav-menu nav-container nav-wrapper main-nav site-nav footer-nav menu-item menu-bar dropdown-menu " +
    "article-sidebar widget-area social-icons social-links social-share share-buttons share-icon sharedaddy sd-sharing " +
    "newsletter-form cookie-notice comment-form comment-respond " +
    "masthead site-header footer site-footer page-footer footer-wrapper colophon"
  ).split(" "),
);

/** Classes of text that is there for screen readers only. */
export const SCREEN_READER_CLASSES: ReadonlySet<string> = new Set([
  "sr-only",
  "visually-hidden",
  "screen-reader-text",
]);

/** A class or id word never removes these, nor what contains the last three of them. */
export const NEVER_BY_WORD: ReadonlySet<string> = new Set(["html", "body", "main", "article", "h1"]);

/** What makes an element with a removable class or id stay. */
export const KEEPS_CONTAINER: ReadonlySet<string> = new Set(["main", "article", "h1"]);

/** Inside these a `footer` is part of the text. */
export const KEEPS_FOOTER: ReadonlySet<string> = new Set(["main", "article"]);
