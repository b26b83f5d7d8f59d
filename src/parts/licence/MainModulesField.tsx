import { Checkbox, SimpleGrid } from '@mantine/core'
import { MAIN_MODULE_NAMES } from '#domain/access/main-module-names.ts'
import { MAIN_MODULES } from '#domain/access/main-modules.ts'
import type { MasterFormState } from '#src/ui/master/use-master-form.ts'

export interface MainModulesFieldProps {
  form: MasterFormState
  label: string
  description: string
  disabled: boolean
}

/** The main modules of a client or licence, one checkbox each; the form's `main_module_ids`. */
export function MainModulesField({ form, label, description, disabled }: MainModulesFieldProps) {
  const chosen = (form.values.main_module_ids ?? []) as string[]
  return (
    <Checkbox.Group
      label={label}
      description={description}
      value={chosen}
      onChange={(value) => form.setValue('main_module_ids', value)}
      error={form.errors.main_module_ids}
    >
      <SimpleGrid cols={{ base: 1, xs: 2, sm: 3 }} spacing="xs" mt="xs">
        {MAIN_MODULES.map((module) => (
          <Checkbox key={module} value={module} label={MAIN_MODULE_NAMES[module]} disabled={disabled} />
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  )
}
