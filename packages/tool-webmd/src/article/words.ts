/** Parts of class and id names of what stands beside an article: it counts little when the article is looked for. */
export const DOUBTFUL_WORDS =
  /comment|disqus|repl(?:y|ies)|related|recommend|outbrain|taboola|promo|newsletter|subscri|sign-?up|footer|banner|sidebar|rail|widget|share|sharing|social|tags|author-?(?:bio|info|box)|about-author|bio\b|breadcrumb|menu|nav|popular|trending|most-?read|more-|read-?next|up-?next|advert|sponsor|\bads?\b|cookie|consent|gdpr|copyright|disclaimer|login|modal|popup|caption|credit|byline|meta|timestamp/i;

/** The same, sure enough to be taken out of the article itself. */
export const BESIDE_WORDS =
  /comment|disqus|related|recommend|outbrain|taboola|newsletter|subscri|sign-?up|footer|sidebar|sharing|\bshare|-share|social|author-?(?:bio|info|box)|about-author|breadcrumb|popular|trending|most-?read|read-?(?:next|more)|up-?next|advert|sponsor|\bads?\b|cookie|consent|gdpr|copyright|disclaimer|login|register|modal|popup|caption|credit/i;

/** Parts of names that speak for the text itself. */
export const FITTING_WORDS =
  /article-?(?:body|content|text)|story-?(?:body|content|text)|post-?(?:body|content|text)|entry-?content|main-?content/i;
