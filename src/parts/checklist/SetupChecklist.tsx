import { Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { SETUP_TILES } from '#domain/access/setup-steps.ts'
import { TILE_SLUGS } from '#domain/access/tiles.ts'
import classes from './checklist.module.css'
import { type SetupState, useSetupSteps } from './use-setup-steps.ts'
import { SETUP_WORDS as WORDS } from './words.ts'

/** The first run of a new client: the remaining steps, each linked to its drawer. Hidden once all are done. */
export function SetupChecklist() {
  const steps = useSetupSteps()
  const done = steps.filter(({ is_done }) => is_done).length
  if (done === steps.length) return null
  return (
    <Paper component="section" aria-labelledby="setup" p="md" mb="md" withBorder>
      <Group justify="space-between" mb="sm">
        <Title order={2} id="setup" size="h4">
          {WORDS.title}
        </Title>
        <Text size="sm" c="dimmed" className="tabular">
          {WORDS.progress(done, steps.length)}
        </Text>
      </Group>
      <SimpleGrid component="ol" cols={{ base: 1, sm: 2, lg: 3 }} spacing="xs" className={classes.steps}>
        {steps.map((state) => (
          <Step key={state.step} {...state} />
        ))}
      </SimpleGrid>
    </Paper>
  )
}

function Step({ step, is_done }: SetupState) {
  const { label, hint } = WORDS.steps[step]
  return (
    <li>
      <Link to={`/master/${TILE_SLUGS[SETUP_TILES[step]]}`} className={classes.step}>
        {is_done ? (
          <IconCircleCheckFilled size={20} className={classes.done} aria-label={WORDS.done} />
        ) : (
          <IconCircle size={20} className={classes.open} aria-hidden />
        )}
        <Stack gap={0}>
          <Text size="sm" td={is_done ? 'line-through' : undefined}>
            {label}
          </Text>
          <Text size="xs" c="dimmed">
            {hint}
          </Text>
        </Stack>
      </Link>
    </li>
  )
}
