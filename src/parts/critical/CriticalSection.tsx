import { Checkbox, Text, Title } from '@mantine/core'
import { useId, useState } from 'react'
import { isOverdue } from '#domain/study/critical-steps.ts'
import { useOpenCriticals } from '#src/sync/study-parts/use-open-criticals.ts'
import { OpenCriticals } from './OpenCriticals.tsx'
import { CRITICAL_WORDS as WORDS } from './words.ts'

/** Critical results that are waiting for this person, under a heading; renders nothing if there are none. */
export function CriticalSection() {
  const criticals = useOpenCriticals()
  const title = useId()
  const [isNarrowed, setNarrowed] = useState(false)
  const overdue = criticals.filter(({ critical }) => isOverdue(critical))
  if (criticals.length === 0) return null
  return (
    <section aria-labelledby={title}>
      <Title order={2} id={title} size="h4">
        {WORDS.needsYou}
      </Title>
      <Text c="dimmed" size="sm" mb={6}>
        {WORDS.needsYouHint}
      </Text>
      {overdue.length > 0 && overdue.length < criticals.length && (
        <Checkbox
          label={WORDS.overdueOnly(overdue.length)}
          checked={isNarrowed}
          onChange={(event) => setNarrowed(event.currentTarget.checked)}
          mb={6}
        />
      )}
      <OpenCriticals criticals={isNarrowed && overdue.length > 0 ? overdue : criticals} />
    </section>
  )
}
