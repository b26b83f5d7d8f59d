import type { reportCalls } from '#contract/calls/reports.ts'
import type { OutputOf } from '#contract/kernel/define-call.ts'
import { formatDateTime } from '#domain/time/formats.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { REPORT_WORDS as WORDS } from '../words.ts'

/** One version of a report, as returned by reportHistory. */
export type Version = OutputOf<typeof reportCalls.reportHistory>['result'][number]

export const timeOf = ({ created }: Version) => formatDateTime(new Date(created), branchZone())

/** Returns, for example, `Version 3 · Dr. Rao · 21 Nov 2026 10:12`. */
export const titleOf = (version: Version) =>
  [WORDS.historyVersion(version.rev), version.created_by_name, timeOf(version)].filter(Boolean).join(' · ')
