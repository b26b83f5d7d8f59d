/** The header with the server's signed note of what a call did (docs/decisions/274): JSON in base64. */
export const NOTE_HEADER = 'x-signed-note'
