import { Paper, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { type FoundFault, masterFaultCalls } from '#contract/calls/master-faults.ts'
import { isOfClient } from '#domain/access/rules.ts'
import { TILE_RULES, TILE_SLUGS } from '#domain/access/tiles.ts'
import { MASTER_FAULTS } from '#domain/masters/master-faults.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { useMastersAnswer } from '#src/sync/masters/use-masters-answer.ts'
import { useSession } from '#src/sync/session/session.ts'
import { FAULT_WORDS as WORDS } from './fault-words.ts'
import classes from './masters.module.css'
import { FROM_HUB } from './TileGrid.tsx'

const NONE: readonly FoundFault[] = []

const askFaults = async (signal: AbortSignal): Promise<readonly FoundFault[]> =>
  (await callApi(masterFaultCalls.faults, {}, { signal })).result

/**
 * Faults in the masters that the reader maintains, each with a link to its drawer; renders nothing if there
 * are none.
 */
export function MasterFaults() {
  const session = useSession()
  const isWanted =
    session !== undefined &&
    isOfClient(session) &&
    Object.values(MASTER_FAULTS).some((tile) => TILE_RULES[tile](session))
  const faults = useMastersAnswer(askFaults, { isWanted, none: NONE })
  if (faults.length === 0) return null
  return (
    <Paper component="section" aria-labelledby="master-faults" p="md" mb="md" withBorder>
      <Title order={2} id="master-faults" size="h4" mb="xs">
        {WORDS.title}
      </Title>
      <ul className={classes.faults}>
        {faults.map((fault) => (
          <Fault key={fault.kind} {...fault} />
        ))}
      </ul>
    </Paper>
  )
}

function Fault({ kind, count, names }: FoundFault) {
  const { one, many, effect } = WORDS.kinds[kind]
  const rest = count - names.length
  return (
    <li>
      <Link to={`/master/${TILE_SLUGS[MASTER_FAULTS[kind]]}`} state={FROM_HUB} className={classes.fault}>
        <IconAlertTriangle size={20} stroke={1.5} aria-hidden />
        <Stack gap={0} miw={0}>
          <Text size="sm" fw={600}>
            {count} {count === 1 ? one : many}
          </Text>
          <Text size="xs" c="dimmed">
            {effect}
          </Text>
          <Text size="xs" lineClamp={2}>
            {names.join(' · ')} {rest > 0 && WORDS.more(rest)}
          </Text>
        </Stack>
      </Link>
    </li>
  )
}
