import { Text, Title } from '@mantine/core'
import { useId } from 'react'
import { useOpenCriticals } from '#src/sync/study-parts/use-open-criticals.ts'
import { OpenCriticals } from './OpenCriticals.tsx'
import { CRITICAL_WORDS as WORDS } from './words.ts'

/** Critical results that wait for this person, under their name; nothing where none do. */
export function CriticalSection() {
  const criticals = useOpenCriticals()
  const title = useId()
  if (criticals.length === 0) return null
  return (
    <section aria-labelledby={title}>
      <Title order={2} id={title} size="h4">
        {WORDS.needsYou}
      </Title>
      <Text c="dimmed" size="sm" mb={6}>
        {WORDS.needsYouHint}
      </Text>
      <OpenCriticals criticals={criticals} />
    </section>
  )
}
