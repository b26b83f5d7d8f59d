import { Checkbox, Input, Text, TextInput } from '@mantine/core'
import type { QueMachine } from '#contract/masters/que-screen.ts'
import { useMasters } from '#src/sync/masters/use-masters.ts'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import classes from '../texts.module.css'
import { QUE_WORDS as WORDS } from '../words.ts'

export interface MachinesFieldProps {
  branchId: string | null
  value: unknown
  error: string | undefined
  disabled: boolean
  onChange: (machines: readonly QueMachine[]) => void
}

/** The machines of the branch, checked if the screen shows them, each with the name shown to patients. */
export function MachinesField({ branchId, value, error, disabled, onChange }: MachinesFieldProps) {
  const { rows, isLoading } = useMasters('machine')
  const chosen = Array.isArray(value) ? (value as QueMachine[]) : []
  const ids = new Set(chosen.map(({ id }) => id))
  const offered = rows.filter(
    ({ id, branch_id, status }) => branch_id === branchId && (status === 1 || ids.has(id)),
  )
  const ofBranch = new Set(offered.map(({ id }) => id))
  // Machines of a previously chosen branch are dropped with the next change.
  const kept = chosen.filter(({ id }) => ofBranch.has(id)).map(({ id, alias }) => ({ id, alias }))
  return (
    <Input.Wrapper
      label={WORDS.machines}
      labelElement="div"
      description={WORDS.machinesHint}
      error={error}
      withAsterisk
      data-field="machines"
      data-wrong={error !== undefined || undefined}
    >
      {offered.length === 0 && branchId !== null && isLoading ? (
        <SkeletonRows rows={3} />
      ) : offered.length === 0 ? (
        <Text size="sm" c="dimmed" mt={6}>
          {branchId === null ? WORDS.branchFirst : WORDS.noMachines}
        </Text>
      ) : (
        <ul className={classes.machines}>
          {offered.map(({ id, name }) => {
            const own = kept.find((machine) => machine.id === id)
            return (
              <li key={id} className={classes.machine}>
                <Checkbox
                  label={name}
                  checked={own !== undefined}
                  disabled={disabled}
                  onChange={(event) =>
                    onChange(
                      event.currentTarget.checked
                        ? [...kept, { id, alias: '' }]
                        : kept.filter((machine) => machine.id !== id),
                    )
                  }
                />
                {own && (
                  <TextInput
                    aria-label={WORDS.alias(name)}
                    placeholder={WORDS.aliasHint}
                    maxLength={60}
                    disabled={disabled}
                    value={own.alias}
                    onChange={(event) => {
                      const alias = event.currentTarget.value
                      onChange(kept.map((machine) => (machine.id === id ? { id, alias } : machine)))
                    }}
                  />
                )}
              </li>
            )
          })}
        </ul>
      )}
    </Input.Wrapper>
  )
}
