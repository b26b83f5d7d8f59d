import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { type ExchangeItem, interfaceActCalls } from '#contract/calls/interfaces.ts'
import { EXCHANGE_OUTCOME_LABELS, exchangeKindLabel } from '#domain/exchange/kinds.ts'
import { formatDateTime } from '#domain/time/formats.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { SideDrawer } from '#src/ui/master/SideDrawer.tsx'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import classes from './interfaces.module.css'
import { OutcomeBadge } from './outcome-badge.tsx'
import { Replay } from './Replay.tsx'
import { INTERFACES_WORDS as WORDS } from './words.ts'

export interface ExchangeDrawerProps {
  exchange: ExchangeItem
  zone: string
  /** Whether the reader may open contents. */
  mayRead: boolean
  onReplayed: () => void
  onClose: () => void
}

/** One exchange: its details, its content if the reader may see it, and a replay if it was not accepted. */
export function ExchangeDrawer({ exchange, zone, mayRead, onReplayed, onClose }: ExchangeDrawerProps) {
  return (
    <SideDrawer title={WORDS.details.title} opened onClose={onClose} size="44rem">
      <Stack gap="md">
        <Group gap="xs">
          <Text fw={600}>
            {exchangeKindLabel(exchange.kind)}, {exchange.peer}
          </Text>
          <OutcomeBadge outcome={exchange.outcome} />
        </Group>
        {exchange.reason !== '' && <Text>{exchange.reason}</Text>}
        <Facts exchange={exchange} zone={zone} />
        <Replay exchange={exchange} onReplayed={onReplayed} />
        <Content exchange={exchange} mayRead={mayRead} />
      </Stack>
    </SideDrawer>
  )
}

function Facts({ exchange: row, zone }: Pick<ExchangeDrawerProps, 'exchange' | 'zone'>) {
  const { details } = WORDS
  const when = (at: string) => formatDateTime(new Date(at), zone)
  const times: [string, string][] =
    row.times > 1
      ? [
          [details.first, when(row.at)],
          [details.last, `${when(row.last_at)}, ${WORDS.times(row.times)}`],
        ]
      : [[details.at, when(row.at)]]
  const facts: [string, string][] = [
    ...times,
    [details.duration, details.ms(row.duration_ms)],
    [details.size, row.bytes === 0 ? '' : details.bytes(row.bytes)],
    [WORDS.columns.found, row.found === null ? '' : String(row.found)],
    [details.patient, row.pat_id],
    [details.accession, row.accession_no],
    [details.order, row.order_no],
    [details.control, row.control_id],
    [details.code, row.code],
    [details.replayedBy, row.replayed_by],
    [details.replayed, row.replay_outcome ? EXCHANGE_OUTCOME_LABELS[row.replay_outcome] : ''],
  ]
  return (
    <dl className={classes.facts}>
      {facts
        .filter(([, value]) => value !== '')
        .map(([name, value]) => [<dt key={name}>{name}</dt>, <dd key={`${name} value`}>{value}</dd>])}
    </dl>
  )
}

function Content({
  exchange: { id, has_content },
  mayRead,
}: Pick<ExchangeDrawerProps, 'exchange' | 'mayRead'>) {
  const [shown, setShown] = useState<{ content?: string; error?: string }>()
  if (has_content === 0) return <Text c="dimmed">{WORDS.noContent}</Text>
  if (!mayRead) return <Alert color="gray">{WORDS.noRight}</Alert>
  const open = () =>
    void callApi(interfaceActCalls.content, { id }).then(
      ({ result }) => setShown({ content: result.content }),
      (error: Error) => setShown({ error: error.message }),
    )
  if (shown?.error !== undefined)
    return <ErrorNote title={WORDS.contentFailed} message={shown.error} onRetry={open} />
  if (shown?.content !== undefined)
    return (
      <Code block className={classes.content} aria-label={WORDS.contentTitle}>
        {shown.content.replaceAll('\r', '\n')}
      </Code>
    )
  return (
    <div>
      <Button variant="default" onClick={open}>
        {WORDS.content}
      </Button>
      <Text size="xs" c="dimmed" mt={4}>
        {WORDS.contentHint}
      </Text>
    </div>
  )
}
