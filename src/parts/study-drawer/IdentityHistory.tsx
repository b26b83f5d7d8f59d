import { Group, Text, Title } from '@mantine/core'
import type { StudyRow } from '#contract/calls/studies.ts'
import { formatDateTime, formatDay } from '#domain/time/formats.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { useSession } from '#src/sync/session/session.ts'
import { ReasonButton } from '#src/ui/ReasonButton.tsx'
import { EDIT_WORDS } from '../edit-study/words.ts'
import { canTakeBack, type IdentityStep, takeBack, takeBackReason } from './identity-steps.ts'
import classes from './study-drawer.module.css'
import { DRAWER_WORDS as WORDS } from './words.ts'

export interface IdentityHistoryProps {
  study: StudyRow
  /** Newest first. */
  steps: readonly IdentityStep[]
}

/** Every link, unlink and correction of a study: who, when, from what to what; each can be undone while it applies. */
export function IdentityHistory({ study, steps }: IdentityHistoryProps) {
  const { online } = useLink()
  const mayEdit = useSession()?.modules.includes('edit_patient_and_study') ?? false
  if (steps.length === 0) return null
  return (
    <section aria-label={WORDS.edits}>
      <Title order={3} size="h6" mb={6}>
        {WORDS.edits}
      </Title>
      <ul className={classes.rows}>
        {steps.map((step) => {
          const { id, kind, by, at, visit, fields } = step
          const line = WORDS.editLine(kind, by, formatDateTime(new Date(at), branchZone()))
          return (
            <li key={id} className={classes.row}>
              <Group justify="space-between" align="flex-start" wrap="nowrap">
                <Text c="dimmed" size="xs" className="tabular">
                  {[line, visit].filter(Boolean).join(' · ')}
                </Text>
                {mayEdit && canTakeBack(study, step, steps) && (
                  <ReasonButton
                    size="compact-xs"
                    variant="default"
                    aria-label={WORDS.takeBackLabel(line)}
                    reason={takeBackReason(study, step, online)}
                    onClick={() => void takeBack(study, step)}
                  >
                    {WORDS.takeBack}
                  </ReasonButton>
                )}
              </Group>
              {fields.map(({ field, before, after }) => (
                <Text key={field} size="sm">
                  {nameOf(field)}: <s>{shown(field, before)}</s> → {shown(field, after)}
                </Text>
              ))}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

const nameOf = (field: string) => (EDIT_WORDS.fields as Readonly<Record<string, string>>)[field] ?? field

function shown(field: string, value: string): string {
  if (value === '') return EDIT_WORDS.empty
  return field === 'pat_birthdate' ? formatDay(value) : value
}
