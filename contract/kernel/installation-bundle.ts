/**
 * The path of the build's scripts and styles as one gzip file in a format that browsers parse natively
 * (multipart/form-data, RFC 7578): each part is named after the path of its file. A first installation fetches it once
 * instead of fetching each file (docs/decisions/331-a-first-installation-asks-once.md).
 */
export const INSTALLATION_BUNDLE = '/installation.gz'

/** Separates the parts of the bundle. No line of the build contains it. */
export const BUNDLE_BOUNDARY = 'readroom-installation-bundle-8c1f4b7e9d25'
