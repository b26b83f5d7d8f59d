/** The version of this client, as in package.json; the server shows it to administrators. */
export const CLIENT_VERSION = '0.1.0'
