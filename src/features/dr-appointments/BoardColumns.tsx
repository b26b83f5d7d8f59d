import { Badge, Text, Title, UnstyledButton } from '@mantine/core'
import { IconDeviceLaptop } from '@tabler/icons-react'
import { formatTime } from '#domain/time/formats.ts'
import { VisitStatusBadge } from '#src/ui/badges/VisitStatusBadge.tsx'
import { BOARD_COLUMNS, type BoardItem, itemsOf } from './board-items.ts'
import classes from './dr-appointments.module.css'
import { BOARD_WORDS as WORDS } from './words.ts'

export interface BoardColumnsProps {
  items: readonly BoardItem[]
  zone: string
  onOpen: (visitId: string) => void
}

/** Three columns: next, completed and all; earliest first. */
export function BoardColumns({ items, zone, onOpen }: BoardColumnsProps) {
  return (
    <div className={classes.columns}>
      {BOARD_COLUMNS.map((column) => {
        const shown = itemsOf(column, items)
        return (
          <section key={column} className={classes.column} aria-label={WORDS.columns[column]}>
            <div className={classes.head}>
              <Title order={2} size="h5">
                {WORDS.columns[column]}
              </Title>
              <Badge variant="default" radius="sm" className="tabular">
                {shown.length}
              </Badge>
            </div>
            {shown.length === 0 ? (
              <Text c="dimmed" size="sm" p="sm">
                {WORDS.none[column]}
              </Text>
            ) : (
              <ul className={classes.list}>
                {shown.map((item) => (
                  <Entry key={item.id} item={item} zone={zone} onOpen={onOpen} />
                ))}
              </ul>
            )}
          </section>
        )
      })}
    </div>
  )
}

interface EntryProps {
  item: BoardItem
  zone: string
  onOpen: (visitId: string) => void
}

function Entry({ item, zone, onOpen }: EntryProps) {
  const time = formatTime(new Date(item.startMs), zone)
  return (
    <li>
      <UnstyledButton
        className={classes.entry}
        onClick={() => onOpen(item.id)}
        aria-label={`${WORDS.open(item.name)}, ${time}`}
      >
        <Text span className={`tabular ${classes.time}`}>
          {time}
        </Text>
        <span className={classes.person}>
          <Text span fw={600} truncate>
            {item.name}
          </Text>
          <Text span c="dimmed" size="sm" className="tabular">
            {item.patId}
          </Text>
        </span>
        {item.isWaiting && <IconDeviceLaptop size={16} role="img" aria-label={WORDS.onDevice} />}
        <VisitStatusBadge status={item.status} />
      </UnstyledButton>
    </li>
  )
}
