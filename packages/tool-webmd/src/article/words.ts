/** Parts of class and id names of what stands beside an article. */
export const DOUBTFUL_WORDS =
  /comment|disqus|repl(?:y|ies)|related|recommend|outbrain|taboola|promo|newsletter|subscri|sign-?up|footer|banner|sidebar|rail|widget|share|sharing|social|tags|author-?(?:bio|info|box)|about-author|bio\b|breadcrumb|menu|nav|popular|trending|most-?read|more-|read-?next|up-?next|advert|sponsor|\bads?\b|cookie|consent|gdpr|copyright|disclaimer|login|modal|popup|caption|credit|byline|meta|timestamp/i;

/** Parts of names that speak for the text itself. */
export const FITTING_WORDS = /article-?(?:body|content|text)|story-?(?:body|content|text)|post-?(?:body|content|text)|entry-?content|main-?content/i;
