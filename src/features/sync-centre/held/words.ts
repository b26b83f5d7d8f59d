import type { HeldReason } from '#contract/calls/delivery.ts'

/** Words of what the server holds until its author says that it is theirs. */
export const HELD_WORDS = {
  title: 'Held by the server',
  hint: 'These changes came from a device that no longer signs for its person. They take effect only after their author confirms them.',
  item: (device: string, made: string) => `Made on ${device} ${made}`,
  namelessDevice: 'a device without a name',
  by: (name: string) => `By ${name}, who must confirm it`,
  reasons: {
    password_changed: 'signed before the password was changed',
    password_reset: 'signed before the password was reset',
    dismissed: 'signed by somebody whose account was deactivated since',
    signed_out: 'signed before that device was signed out',
    revoked: 'signed before that device was taken out of use',
    replaced: 'signed before that device got a new key',
    earlier_build: 'signed by an earlier version of the app',
    too_old: 'made longer ago than a device works without the network',
  } satisfies Record<HeldReason, string>,
  refused: (reason: string) => `Not done: ${reason}`,
  release: 'I made this: apply it',
  releaseAll: (count: number) => `I made all ${count}: apply them`,
  released: (done: number, asked: number) =>
    done === asked ? 'On server.' : `${done} of ${asked} are on the server. The others say why not.`,
  discard: 'Discard',
  discardTitle: 'Discard this change?',
  discardMessage: 'It will never take effect, whoever delivers it.',
  discarded: 'Discarded. It will never take effect.',
  select: (name: string) => `${name}: actions`,
} as const
