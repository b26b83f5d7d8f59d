import { expect, test } from 'vitest'
import type { AccessSession } from '#domain/access/rules.ts'
import { setupStepsOf } from '#domain/access/setup-steps.ts'
import { findTile, TILE_KEYS, TILE_SLUGS, tilesOf } from '#domain/access/tiles.ts'

const admin: AccessSession = {
  user_type: 'CLIENT',
  modules: ['manage_users', 'manage_masters'],
  main_modules: ['appointment_system', 'teleradiology'],
  is_patient: 0,
  is_ref_doctor: 0,
  is_doctor: 0,
  is_clinic_doctor: 0,
  is_client_admin: 1,
  can_create_branch: 1,
  pacs_used: 'Self',
}
const platform: AccessSession = { ...admin, user_type: 'ADMIN', main_modules: [], is_client_admin: 0 }

test('a person sees the tiles of what they may manage, and the platform sees its own', () => {
  expect(tilesOf({ ...admin, modules: [] })).toEqual([])
  expect(tilesOf({ ...admin, modules: ['manage_users'] })).toEqual([
    'roles',
    'users',
    'radiologyDoctors',
    'clinicalDoctors',
    'referralDoctors',
  ])
  expect(tilesOf(platform)).toEqual([
    'roles',
    'users',
    'documentTags',
    'clinicalDepartments',
    'radiologyDepartments',
    'aiBodyParts',
    'aiCompanies',
  ])
})

test('each tile has an address of its own, which opens it', () => {
  for (const key of TILE_KEYS) expect(findTile(TILE_SLUGS[key], admin)).toBe(key)
  expect(new Set(Object.values(TILE_SLUGS)).size).toBe(TILE_KEYS.length)
  expect(findTile('nothing', admin)).toBeUndefined()
})

test('a short address opens the first of its tiles that the reader may open, otherwise the first tile', () => {
  expect(findTile('services', admin)).toBe('radiologyServices')
  expect(findTile('services', { ...admin, main_modules: [], modules: [] })).toBe('radiologyServices')
  expect(findTile('departments', platform)).toBe('radiologyDepartments')
  expect(findTile('doctors', { ...admin, modules: [] })).toBe('radiologyDoctors')
})

test('an administrator is guided through the steps that are open to them; other people are not guided', () => {
  expect(setupStepsOf(admin)).toEqual(['branch', 'department', 'machine', 'service', 'user', 'pacs'])
  expect(setupStepsOf({ ...admin, can_create_branch: 0 })).not.toContain('branch')
  expect(setupStepsOf({ ...admin, main_modules: ['teleradiology'] })).not.toContain('machine')
  expect(setupStepsOf({ ...admin, pacs_used: 'Admin' })).not.toContain('pacs')
  expect(setupStepsOf({ ...admin, is_client_admin: 0 })).toEqual([])
})
