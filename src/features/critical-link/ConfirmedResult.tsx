import { Alert, Anchor, Stack, Text } from '@mantine/core'
import type { ConfirmedCritical } from '#contract/calls/critical-links.ts'
import { formatDateTime } from '#domain/time/formats.ts'
import { FactList } from '#src/ui/FactList.tsx'
import classes from './critical-link.module.css'
import { CONFIRM_WORDS as WORDS } from './words.ts'

/** The confirmed result with the number to call. */
export function ConfirmedResult({ result }: { result: ConfirmedCritical }) {
  const timeOf = (instant: string) => formatDateTime(new Date(instant), result.time_zone)
  const { facts: names } = WORDS
  const facts = [
    [names.patient, result.pat_name],
    [names.id, result.pat_id],
    [names.sexAge, [result.pat_sex, result.pat_age].filter(Boolean).join(', ')],
    [names.study, [result.modality, result.study_desc].filter(Boolean).join(' · ')],
    [names.date, result.study_datetime ? timeOf(result.study_datetime) : ''],
    [names.centre, result.centre],
    [names.sender, result.sent_by],
  ] as const
  return (
    <Stack>
      <Alert color="red" title={result.tag}>
        <Text className={classes.finding}>{result.finding}</Text>
      </Alert>
      <FactList facts={facts} width={160} />
      {result.contact_no !== '' && (
        <Anchor href={`tel:${result.contact_no.replace(/[^\d+]/g, '')}`}>
          {WORDS.call(result.contact_no)}
        </Anchor>
      )}
      <Text role="status">{WORDS.confirmed(timeOf(result.confirmed_on))}</Text>
      <Text c="dimmed" size="sm">
        {WORDS.keep}
      </Text>
    </Stack>
  )
}
