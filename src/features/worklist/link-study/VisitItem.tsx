import { Badge, Button, Group, Stack, Text, Tooltip } from '@mantine/core'
import type { VisitSuggestion } from '#contract/calls/unmatched.ts'
import { MATCH_REASON_LABELS, type MatchReason } from '#domain/match/match-visit.ts'
import { formatDateTime, formatDay } from '#domain/time/formats.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { RefusalNote } from '#src/ui/refusal/RefusalNote.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import classes from './link-study.module.css'
import type { VisitAct } from './use-visit-link.ts'
import { LINK_WORDS as WORDS } from './words.ts'

export interface VisitItemProps {
  visit: VisitSuggestion
  act: {
    label: string
    /** Why it cannot be done now. */
    reason: string | undefined
    run: () => VisitAct
  }
}

/** A service of a visit: patient, time and examination, why it is suggested, and the possible action. */
export function VisitItem({ visit, act }: VisitItemProps) {
  const born = visit.pat_birthdate ? WORDS.born(formatDay(visit.pat_birthdate)) : ''
  const isOpen = act.reason === undefined
  const [box, done] = useAct()
  const run = async () => {
    const meant = await act.run()
    if (meant) await done.run(meant)
  }
  return (
    <Group className={classes.visit} justify="space-between" wrap="nowrap" align="flex-start">
      <Stack gap={4} ref={box}>
        <Text fw={600}>{WORDS.patient(visit.pat_name || WORDS.nameless, visit.pat_id, born)}</Text>
        <Text size="sm">
          {[
            WORDS.visit(visit.visit_no, visit.name),
            formatDateTime(new Date(visit.start_dt), branchZone()),
            visit.branch,
          ].join(' · ')}
        </Text>
        <Text size="sm" c="dimmed">
          {visit.accession_no ? WORDS.accession(visit.accession_no) : WORDS.noAccession}
        </Text>
        {visit.reasons.length > 0 && (
          <Group gap={6}>
            {visit.reasons.map((reason) => (
              <Badge key={reason} variant="light" color={colorOf(reason)} tt="none" fw={500}>
                {MATCH_REASON_LABELS[reason]}
              </Badge>
            ))}
          </Group>
        )}
        <RefusalNote act={done} />
      </Stack>
      <Tooltip label={act.reason} disabled={isOpen}>
        <Button
          size="xs"
          variant="default"
          loading={done.isBusy}
          data-disabled={!isOpen || undefined}
          aria-disabled={!isOpen}
          onClick={() => isOpen && void run()}
        >
          {act.label}
        </Button>
      </Tooltip>
    </Group>
  )
}

/** Returns the colour of a reason: matches, near matches and contradictions; the text says which. */
function colorOf(reason: MatchReason): string {
  if (reason.startsWith('other')) return 'red'
  return reason.startsWith('same') ? 'green' : 'orange'
}
