/** The page on which a referrer confirms a critical result. */
export const CRITICAL_PATH = '/critical'

/** The path of a referrer's link. Its secret is in the fragment, which no server, proxy or log sees. */
export const criticalLinkPath = (secret: string): string => `${CRITICAL_PATH}#${secret}`

/** How long such a link works, in hours: older results are reported by telephone. */
export const CRITICAL_LINK_HOURS = 24
