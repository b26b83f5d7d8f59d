import { Alert, Button, Group, Text } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { LicenceState } from '#contract/calls/platform.ts'
import { LICENCE_WARNING_DAYS } from '#domain/access/licence-rule.ts'
import { formatDay } from '#domain/time/formats.ts'
import { ActivateLicence } from './ActivateLicence.tsx'
import { useOwnLicence } from './use-own-licence.ts'
import { OWN_LICENCE_WORDS as WORDS } from './words.ts'

export interface LicenceNoteProps {
  /** Also shows a licence that is valid for a long time. */
  isAlways?: boolean
}

/**
 * The licence for a client's administrators: a warning before it expires, a note once it has, and a way to enter a new
 * key. Renders nothing for everybody else.
 */
export function LicenceNote({ isAlways = false }: LicenceNoteProps) {
  const { licence, setLicence } = useOwnLicence()
  const [isEntering, setEntering] = useState(false)
  if (licence === undefined) return null
  const isWarning = licence !== null && (licence.is_over || licence.days_left <= LICENCE_WARNING_DAYS)
  if (!isWarning && !isAlways) return null
  const enter = (
    <Button size="compact-sm" variant="default" onClick={() => setEntering(true)}>
      {WORDS.enter}
    </Button>
  )
  return (
    <section aria-label={WORDS.title}>
      {isWarning ? (
        <Warning licence={licence} action={enter} />
      ) : (
        <Group gap="sm" mb="md">
          <Text size="sm" c="dimmed">
            {licence === null ? WORDS.none : <Facts licence={licence} />}
          </Text>
          {enter}
        </Group>
      )}
      {isEntering && <ActivateLicence onActivated={setLicence} onClose={() => setEntering(false)} />}
    </section>
  )
}

function Facts({ licence }: { licence: LicenceState }) {
  const { name, expired_on, branches, no_of_branches, doctors, no_of_doctors } = licence
  const counts = WORDS.counts(WORDS.of(branches, no_of_branches), WORDS.of(doctors, no_of_doctors))
  return (
    <span className="tabular">
      {WORDS.title}: {WORDS.term(name, formatDay(expired_on))}. {counts}
    </span>
  )
}

function Warning({ licence, action }: { licence: LicenceState; action: ReactNode }) {
  const { is_over, days_left, expired_on } = licence
  const day = formatDay(expired_on)
  return (
    <Alert
      mb="md"
      color={is_over ? 'red' : 'orange'}
      variant="light"
      icon={<IconKey size={18} aria-hidden />}
      title={is_over ? WORDS.over(day) : WORDS.ends(days_left)}
    >
      <Group justify="space-between">
        <Text size="sm">{is_over ? WORDS.overHint : WORDS.endsHint(day)}</Text>
        {action}
      </Group>
    </Alert>
  )
}
