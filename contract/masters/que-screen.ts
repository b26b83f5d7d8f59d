import * as z from 'zod/mini'
import { defineCall } from '../kernel/define-call.ts'
import { EntityId, text } from '../kernel/fields.ts'
import { resultOf } from '../kernel/paging.ts'
import { defineMaster, STATUS_FILTER } from './define-master.ts'

/** A machine whose queue the screen shows. A save needs id and alias; the name is what the record shows of it. */
export const QueMachine = z.strictObject({
  id: EntityId,
  /** What patients read in the place of its name; blank is the name. */
  alias: text(60),
  name: z.optional(text(200)),
})
export type QueMachine = z.output<typeof QueMachine>

/** In the public address of a display: 192 random bits, which the server makes. */
export const ScreenUid = z.string().check(z.regex(/^[\w-]{32}$/, 'must be the id of a screen'))

/** Screens of the waiting room (docs/masters.md#queue-screens-and-consent-forms, docs/masters.md). */
export const queScreen = defineMaster({
  key: 'queScreen',
  title: 'Que Screens',
  noun: 'queue screen',
  base: 'php',
  paths: { list: 'que/screens', save: 'que/saveScreen', remove: 'que/deleteScreen' },
  table: 'que_screen',
  owner: 'client',
  scope: 'client',
  tiles: ['queScreens'],
  pageSize: 25,
  deletePrompt: 'Are you sure to delete this record?',
  fields: {
    name: { kind: 'text', label: 'Screen Name', required: true, max: 100 },
    branch_id: { kind: 'reference', label: 'Branch', required: true, to: 'branch' },
    banner_file_id: { kind: 'file', label: 'Banner', use: 'banner', purpose: 'que_banner' },
    status: { kind: 'active', label: 'Status' },
  },
  extra: {
    machines: z.array(QueMachine).check(z.minLength(1, 'are required'), z.maxLength(50, 'are at most 50')),
  },
  computed: { uid: ScreenUid, branch: z.string(), banner_type: z.enum(['', 'image', 'video']) },
  filters: { ...STATUS_FILTER, branch_id: z.optional(EntityId) },
  columns: ['name', 'branch', 'machines', 'link', 'status'],
  search: ['name'],
  unique: 'name',
})
export type QueScreenRecord = z.output<typeof queScreen.record>

const common = { base: 'php', access: 'session', offline: { kind: 'never' } } as const

/** The calls about queue screens that no other master has. */
export const queScreenCalls = {
  bannerUrl: defineCall({
    ...common,
    key: 'que/getQueBannerFileUrl',
    module: 'que_screen',
    method: 'GET',
    path: 'que/getQueBannerFileUrl',
    input: z.strictObject({ screen_uid: ScreenUid }),
    /** A signed address of a few minutes; empty where the screen has no banner. */
    output: resultOf(z.object({ file_url: z.string(), type: z.enum(['', 'image', 'video']) })),
  }),
  /** Gives the screen another address: the old one shows nothing any more. */
  renewLink: defineCall({
    ...common,
    key: 'que/renewLink',
    module: 'que_screen',
    method: 'POST',
    path: 'que/renewLink',
    input: z.strictObject({ id: EntityId }),
    output: resultOf(queScreen.record),
  }),
} as const
