import type { MASTERS } from '../masters.ts'
import type { Field } from './field.ts'

/** The key by which declarations, devices and the server identify a master, for every one in the list (masters.ts). */
export type MasterKey = (typeof MASTERS)[number]['key']

type Reference = Extract<Field, { kind: 'reference' | 'references' }>

/**
 * The master that a field refers to. Its declaration cannot be typed by the list that it is itself part of; a test
 * checks that every field refers to a declared master (tests/contract/masters/references.test.ts).
 */
export const referredTo = ({ to }: Pick<Reference, 'to'>): MasterKey => to as MasterKey
