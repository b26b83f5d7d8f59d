import { Checkbox, Group, Input, SimpleGrid, Stack, Text } from '@mantine/core'
import {
  APPLICATION_MODULES,
  type ApplicationModule,
  grantableBy,
  MODULE_GROUPS,
  type ModuleGroup,
} from '#domain/access/application-modules.ts'
import { holds } from '#domain/access/grants.ts'
import { KEPT_BY_ADMIN_ROLE } from '#domain/access/role-rules.ts'
import { isClientAdmin, isPlatform } from '#domain/access/rules.ts'
import { useSession } from '#src/sync/session/session.ts'
import classes from './people.module.css'
import { PEOPLE_WORDS as WORDS } from './words.ts'

export interface ModuleListProps {
  /** The numbers of the granted modules. */
  value: readonly number[]
  /** The modules that the role had before this form was opened. */
  had: readonly number[]
  /** The administrator's role keeps the modules that are needed to grant all others again. */
  isAdmin: boolean
  error: string | undefined
  disabled: boolean
  onChange: (modules: number[]) => void
}

/** The modules that a role grants, as checkboxes by group; each group can be selected as a whole. */
export function ModuleList({ value, had, isAdmin, error, disabled, onChange }: ModuleListProps) {
  const isFixed = useFixed(had, isAdmin)
  const offered = useOffered(had)
  const granted = new Set(value)
  const put = (modules: readonly ApplicationModule[], isOn: boolean) => {
    const next = new Set(granted)
    for (const module of modules) {
      if (isFixed(module)) continue
      if (isOn) next.add(module.id)
      else next.delete(module.id)
    }
    onChange([...next].sort((a, b) => a - b))
  }
  return (
    <Input.Wrapper
      label={WORDS.modules}
      labelElement="div"
      description={WORDS.modulesHint}
      error={error}
      data-field="app_modules"
      data-wrong={error !== undefined || undefined}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" mt="sm">
        {MODULE_GROUPS.map((group) => {
          const modules = offered.filter((module) => module.group === group)
          if (modules.length === 0) return null
          return (
            <ModuleGroupBoxes
              key={group}
              group={group}
              modules={modules}
              granted={granted}
              isFixed={isFixed}
              disabled={disabled}
              onPut={put}
            />
          )
        })}
      </SimpleGrid>
    </Input.Wrapper>
  )
}

interface GroupProps {
  group: ModuleGroup
  modules: readonly ApplicationModule[]
  granted: ReadonlySet<number>
  isFixed: (module: ApplicationModule) => boolean
  disabled: boolean
  onPut: (modules: readonly ApplicationModule[], isOn: boolean) => void
}

function ModuleGroupBoxes({ group, modules, granted, isFixed, disabled, onPut }: GroupProps) {
  const count = modules.filter(({ id }) => granted.has(id)).length
  const isAll = count === modules.length
  return (
    <fieldset className={classes.group}>
      <legend className={classes.groupName}>{group}</legend>
      <Stack gap={8}>
        <Group justify="space-between" wrap="nowrap">
          <Checkbox
            label={WORDS.selectAll(group)}
            checked={isAll}
            indeterminate={count > 0 && !isAll}
            disabled={disabled}
            onChange={() => onPut(modules, !isAll)}
          />
          <Text size="xs" c="dimmed" className="tabular">
            {WORDS.granted(count, modules.length)}
          </Text>
        </Group>
        {modules.map((module) => (
          <Checkbox
            key={module.id}
            ml="md"
            label={module.label}
            checked={granted.has(module.id)}
            disabled={disabled || isFixed(module)}
            onChange={(event) => onPut([module], event.currentTarget.checked)}
          />
        ))}
      </Stack>
    </fieldset>
  )
}

/** Returns the modules that a client may grant, and other modules that the role already has. */
function useOffered(had: readonly number[]): readonly ApplicationModule[] {
  const session = useSession()
  const grantable = grantableBy(session !== undefined && isPlatform(session))
  return APPLICATION_MODULES.filter(({ id, name }) => grantable.includes(name) || had.includes(id))
}

/**
 * Returns a test for fixed checkboxes: modules that the reader may not grant, and those that the
 * administrator's role keeps.
 */
function useFixed(had: readonly number[], isAdmin: boolean): (module: ApplicationModule) => boolean {
  const session = useSession()
  const granter = {
    isAdmin: session !== undefined && (isClientAdmin(session) || isPlatform(session)),
    permissions: new Set(session?.modules),
  }
  return ({ id, name }) =>
    !holds(granter, name) || (isAdmin && had.includes(id) && KEPT_BY_ADMIN_ROLE.includes(name))
}
