import { Refusal } from '#contract/kernel/error-codes.ts'
import { TILE_RULES } from '#domain/access/tiles.ts'
import { accessOf } from '#server/kernel/auth/access-of.ts'
import type { Caller } from '#server/kernel/context.ts'

/** The Settings button of a branch is the platform's, or of a client that reads for others (docs/masters.md#who-sees-which-tile). */
export function demandTeleradiology({ userType, mainModules }: Caller): void {
  if (userType !== 'ADMIN' && !mainModules.has('teleradiology')) throw new Refusal('module_off')
}

/** The settings drawer, and the platform's administrator inside a client. */
export function demandConfigure(caller: Caller): void {
  if (caller.userType !== 'ADMIN') demandSettings(caller)
}

/** Settings are for who sees their tile (docs/masters.md#who-sees-which-tile). */
export function demandSettings(caller: Caller): void {
  if (!TILE_RULES.settings(accessOf(caller))) throw new Refusal('not_permitted')
}
