import { type AccessRule, allOf, hasAnyModule, isClientAdmin, mayCreateBranch } from './rules.ts'
import { TILE_RULES, type TileKey } from './tiles.ts'

/** The steps to set up a new client, in order (issue D "First run"). */
export const SETUP_STEPS = ['branch', 'department', 'machine', 'service', 'user', 'pacs'] as const
export type SetupStep = (typeof SETUP_STEPS)[number]

/** The tile in which each step is done. */
export const SETUP_TILES = {
  branch: 'branches',
  department: 'radiologyDepartments',
  machine: 'radiologyDepartments',
  service: 'radiologyServices',
  user: 'users',
  pacs: 'pacs',
} as const satisfies Record<SetupStep, TileKey>

/** Conditions besides the tile: machines belong to appointments, and not every client creates its own branches. */
const BESIDE: Partial<Record<SetupStep, AccessRule>> = {
  branch: mayCreateBranch,
  machine: hasAnyModule('appointment_system'),
}

/** The steps that this administrator can do: those whose drawer opens for them. */
export function setupStepsOf(session: Parameters<AccessRule>[0]): SetupStep[] {
  if (!isClientAdmin(session)) return []
  const isTheirs = (step: SetupStep) =>
    allOf(TILE_RULES[SETUP_TILES[step]], BESIDE[step] ?? (() => true))(session)
  return SETUP_STEPS.filter(isTheirs)
}
