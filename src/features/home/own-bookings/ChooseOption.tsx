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
import classes from '../home.module.css'
import { OWN_BOOKINGS_WORDS as WORDS } from './words.ts'

interface Option {
  label: string
  icon: Icon
  /** Absent where the centre does it itself: the tile stands there grey (docs/screens.md#the-shell). */
  to?: string
}

const OPTIONS: readonly Option[] = [
  { label: WORDS.options.request, icon: IconCalendarPlus, to: '/patient/request-appointment' },
  { label: WORDS.options.bookings, icon: IconCalendarTime, to: '/patient/bookings' },
  { label: WORDS.options.order, icon: IconDisc },
  { label: WORDS.options.checkIn, icon: IconLogin2 },
  { label: WORDS.options.service, icon: IconHeadset },
]

/** What a patient can do here. */
export function ChooseOption() {
  return (
    <section aria-labelledby="choose-option" style={{ marginBottom: 24 }}>
      <Title order={2} id="choose-option" mb="sm">
        {WORDS.choose}
      </Title>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3, lg: 5 }} spacing="sm">
        {OPTIONS.map((option) => (
          <OptionTile key={option.label} option={option} />
        ))}
      </SimpleGrid>
    </section>
  )
}

function OptionTile({ option: { label, icon: TileIcon, to } }: { option: Option }) {
  const inside = (
    <Group wrap="nowrap">
      <TileIcon size={20} aria-hidden />
      <Text>{label}</Text>
    </Group>
  )
  if (to !== undefined)
    return (
      <Paper component={Link} to={to} className={classes.tile}>
        {inside}
      </Paper>
    )
  return (
    <Tooltip label={WORDS.notYet}>
      <Paper component="div" role="link" aria-disabled tabIndex={0} className={classes.off}>
        {inside}
      </Paper>
    </Tooltip>
  )
}
