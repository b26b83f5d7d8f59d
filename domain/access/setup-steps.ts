import { type AccessRule, allOf, hasAnyModule, isClientAdmin, mayCreateBranch } from './rules.ts'
import { TILE_RULES, type TileKey } from './tiles.ts'

/** What a new client is set up by, in order (issue D "First run"). */
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

/** What is asked beside the tile: machines belong to appointments, and not every client makes its own branches. */
const BESIDE: Partial<Record<SetupStep, AccessRule>> = {
  branch: mayCreateBranch,
  machine: hasAnyModule('appointment_system'),
}

/** The steps that are for this administrator to do: those whose drawer opens for them. */
export function setupStepsOf(session: Parameters<AccessRule>[0]): SetupStep[] {
  if (!isClientAdmin(session)) return []
  const isTheirs = (step: SetupStep) =>
    allOf(TILE_RULES[SETUP_TILES[step]], BESIDE[step] ?? (() => true))(session)
  return SETUP_STEPS.filter(isTheirs)
}
