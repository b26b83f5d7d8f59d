import { Refusal } from '#contract/kernel/error-codes.ts'
import { TILE_RULES } from '#domain/access/tiles.ts'
import { accessOf } from '#server/kernel/auth/access-of.ts'
import type { Caller } from '#server/kernel/context.ts'

/**
 * Throws unless the caller may use the Settings button of a branch: the platform, or a client that reads for others
 * (docs/masters.md#who-sees-which-tile).
 */
export function demandTeleradiology({ userType, mainModules }: Caller): void {
  if (userType !== 'ADMIN' && !mainModules.has('teleradiology')) throw new Refusal('module_off')
}

/** Throws unless the caller may use the settings drawer, or is the platform's administrator inside a client. */
export function demandConfigure(caller: Caller): void {
  if (caller.userType !== 'ADMIN') demandSettings(caller)
}

/** Throws unless the caller sees the settings tile (docs/masters.md#who-sees-which-tile). */
export function demandSettings(caller: Caller): void {
  if (!TILE_RULES.settings(accessOf(caller))) throw new Refusal('not_permitted')
}
