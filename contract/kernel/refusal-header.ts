/** Names the code of a refusal outside of its body: an app that is older than the server knows it as the server's (docs/wire.md#refusals). */
export const REFUSAL_HEADER = 'x-refusal'
