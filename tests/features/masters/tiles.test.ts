import { expect, test } from 'vitest'
import { findTile, TILE_KEYS, TILE_SLUGS } from '#domain/access/tiles.ts'
import { TILE_GROUPS } from '#src/features/masters/groups.ts'
import { TILES } from '#src/features/masters/tiles.tsx'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'

const booking = sessionFields({ modules: ['manage_masters'], main_modules: ['appointment_system'] })

test('there are 23 tiles, each in one group and with its own address', () => {
  expect(TILE_KEYS).toHaveLength(23)
  expect(TILE_GROUPS.flatMap(({ tiles }) => tiles).toSorted()).toEqual(TILE_KEYS.toSorted())
  expect(new Set(Object.values(TILE_SLUGS)).size).toBe(23)
})

test.each(TILE_KEYS)('the drawer of %s has its screen', (key) => {
  expect(TILES[key].element).toBeDefined()
})

test('an address names its tile; a short one opens the first tile available to the reader', () => {
  expect(findTile('payment-type-insurance', booking)).toBe('paymentTypes')
  expect(findTile('services', booking)).toBe('radiologyServices')
  expect(findTile('nothing', booking)).toBeUndefined()
})
