import { Badge, Group, NativeSelect, Stack, Switch, Text, Title } from '@mantine/core'
import { useId, useState } from 'react'
import { type MarkedItem, SIGHT_PARTS, type SightPart } from '#domain/access/role-sight.ts'
import { useSession } from '#src/sync/session/session.ts'
import { SideDrawer } from '#src/ui/master/SideDrawer.tsx'
import classes from './role-sight.module.css'
import { type RoleSightOf, SEEN_AS, type SeenAs, sightOfRole } from './sight-of-form.ts'
import { SIGHT_WORDS as WORDS } from './sight-words.ts'

export interface RoleSightProps {
  role: RoleSightOf
  title: string
  onClose: () => void
}

/** A preview of the app for the people of an unsaved role: menu, home, screens, actions and visible data. */
export default function RoleSight({ role, title, onClose }: RoleSightProps) {
  const session = useSession()
  const [seenAs, setSeenAs] = useState<SeenAs>('staff')
  const [onlyChanges, setOnlyChanges] = useState(false)
  if (!session) return null
  const all = sightOfRole(session, role, seenAs)
  const isChange = ({ mark }: MarkedItem) => mark === 'gains' || mark === 'loses'
  const changes = all.filter(isChange)
  const items = onlyChanges ? changes : all
  return (
    <SideDrawer title={WORDS.title(title)} opened onClose={onClose} size="min(760px, 100%)">
      <Stack gap="md">
        <Group align="end" gap="lg">
          <NativeSelect
            label={WORDS.seenAs}
            value={seenAs}
            data={SEEN_AS.map((value) => ({ value, label: WORDS.kinds[value] }))}
            onChange={(event) => setSeenAs(event.currentTarget.value as SeenAs)}
          />
          {role.saved && (
            <Switch
              label={WORDS.onlyChanges}
              checked={onlyChanges}
              onChange={(event) => setOnlyChanges(event.currentTarget.checked)}
            />
          )}
        </Group>
        <Text size="sm" c="dimmed" role="status">
          {role.saved ? WORDS.changes(changes.length) : WORDS.newRole}
        </Text>
        {SIGHT_PARTS.map((part) => (
          <Part
            key={part}
            part={part}
            items={items.filter((item) => item.part === part)}
            isShort={onlyChanges}
          />
        ))}
      </Stack>
    </SideDrawer>
  )
}

interface PartProps {
  part: SightPart
  items: readonly MarkedItem[]
  /** Leaves out empty parts instead of marking them as empty. */
  isShort: boolean
}

function Part({ part, items, isShort }: PartProps) {
  const id = useId()
  if (items.length === 0 && (isShort || part === 'rest')) return null
  const groups = [...Map.groupBy(items, ({ group }) => group)]
  return (
    <section aria-labelledby={id} className={classes.part}>
      <Title order={3} size="h5" id={id}>
        {WORDS.parts[part]}
      </Title>
      {items.length === 0 && (
        <Text size="sm" c="dimmed">
          {WORDS.nothing}
        </Text>
      )}
      {groups.map(([group, members]) => (
        <div key={group}>
          {group !== '' && <p className={classes.group}>{group}</p>}
          <ul className={classes.items} aria-label={group === '' ? WORDS.parts[part] : group}>
            {members.map((item) => (
              <Item key={`${item.words} ${item.mark}`} item={item} />
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}

const COLOURS = { gains: 'green', loses: 'orange', hidden: 'gray' } as const

function Item({ item: { words, mark } }: { item: MarkedItem }) {
  return (
    <li className={classes.item} data-mark={mark}>
      <span>{words}</span>
      {mark !== 'same' && (
        <Badge size="sm" variant="light" color={COLOURS[mark]} autoContrast flex="none">
          {WORDS.marks[mark]}
        </Badge>
      )}
    </li>
  )
}
