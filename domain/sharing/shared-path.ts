/** The page of shared links. Links of older versions carry the secret in the path: `/shared/{secret}`. */
export const SHARED_PATH = '/shared/'

/** The path of a shared link. Its secret is in the fragment, which no server, proxy or log sees. */
export const sharedLinkPath = (secret: string): string => `${SHARED_PATH}#${secret}`
