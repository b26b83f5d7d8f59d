import { Group, Paper, SimpleGrid, Text, Title, Tooltip } from '@mantine/core'
import {
  type Icon,
  IconCalendarPlus,
  IconCalendarTime,
  IconDisc,
  IconHeadset,
  IconLogin2,
} from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import type { OwnWords } from '#src/parts/patient-words/own/en.ts'
import { useOwnWords } from '#src/parts/patient-words/own-words.ts'
import classes from '../home.module.css'

interface Option {
  name: keyof OwnWords['options']
  icon: Icon
  /** Absent if the centre does this itself: the tile is then disabled (docs/screens.md#the-shell). */
  to?: string
}

const OPTIONS: readonly Option[] = [
  { name: 'request', icon: IconCalendarPlus, to: '/patient/request-appointment' },
  { name: 'bookings', icon: IconCalendarTime, to: '/patient/bookings' },
  { name: 'order', icon: IconDisc },
  { name: 'checkIn', icon: IconLogin2 },
  { name: 'service', icon: IconHeadset },
]

/** The tiles of the things a patient can do here. */
export function ChooseOption() {
  const { options } = useOwnWords()
  return (
    <section aria-labelledby="choose-option" style={{ marginBottom: 24 }}>
      <Title order={2} id="choose-option" mb="sm">
        {options.choose}
      </Title>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3, lg: 5 }} spacing="sm">
        {OPTIONS.map((option) => (
          <OptionTile key={option.name} option={option} />
        ))}
      </SimpleGrid>
    </section>
  )
}

function OptionTile({ option: { name, icon: TileIcon, to } }: { option: Option }) {
  const { options } = useOwnWords()
  const inside = (
    <Group wrap="nowrap">
      <TileIcon size={20} aria-hidden />
      <Text>{options[name]}</Text>
    </Group>
  )
  if (to !== undefined)
    return (
      <Paper component={Link} to={to} className={classes.tile}>
        {inside}
      </Paper>
    )
  return (
    <Tooltip label={options.notYet}>
      <Paper component="div" role="link" aria-disabled tabIndex={0} className={classes.off}>
        {inside}
      </Paper>
    </Tooltip>
  )
}
