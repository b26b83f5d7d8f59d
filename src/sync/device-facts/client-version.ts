/** The version of this client as package.json has it; the server shows it to administrators. */
export const CLIENT_VERSION = '0.1.0'
