import { Button, Group, Input, Paper, Select, Stack, Text } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { v7 as mintId } from 'uuid'
import type { AiCompanyBodyPart, AiCompanyModality } from '#contract/masters/ai-company.ts'
import { MODALITIES } from '#domain/study/modalities.ts'
import type { MasterFormState } from '#src/ui/master/use-master-form.ts'
import { AiCompanyPart } from './AiCompanyPart.tsx'
import { AI_WORDS as WORDS } from './words.ts'

export interface AiCompanyModalitiesProps {
  form: MasterFormState
  disabled: boolean
}

const blankPart = (): AiCompanyBodyPart => ({
  id: mintId(),
  bodypart: '',
  price: 0,
  currency: 'USD',
  description: '',
  viewer_url: '',
})

/** The modalities that a company reads, each with body parts and prices. */
export function AiCompanyModalities({ form, disabled }: AiCompanyModalitiesProps) {
  const modalities = (form.values.modalities ?? []) as readonly AiCompanyModality[]
  const set = (rows: readonly AiCompanyModality[]) => form.setValue('modalities', rows)
  const setParts = (name: string, bodyparts: AiCompanyBodyPart[]) =>
    set(modalities.map((row) => (row.modality === name ? { ...row, bodyparts } : row)))
  const offered = MODALITIES.filter((name) => !modalities.some(({ modality }) => modality === name))
  return (
    <Input.Wrapper label={WORDS.modalities} labelElement="div" error={form.errors.modalities}>
      <Stack gap="sm" mt="xs">
        {modalities.length === 0 && (
          <Text size="sm" c="dimmed">
            {WORDS.noModalities}
          </Text>
        )}
        {modalities.map(({ modality, bodyparts }) => (
          <Paper key={modality} withBorder p="sm" component="section" aria-label={modality}>
            <Stack gap="sm">
              <Group justify="space-between">
                <Text fw={600}>{modality}</Text>
                {!disabled && (
                  <Button
                    variant="subtle"
                    color="gray"
                    size="compact-sm"
                    leftSection={<IconTrash size={14} stroke={1.5} aria-hidden />}
                    onClick={() => set(modalities.filter((row) => row.modality !== modality))}
                  >
                    {WORDS.removeModality(modality)}
                  </Button>
                )}
              </Group>
              {bodyparts.map((part) => (
                <AiCompanyPart
                  key={part.id}
                  part={part}
                  disabled={disabled}
                  onChange={(changed) =>
                    setParts(
                      modality,
                      bodyparts.map((row) => (row.id === part.id ? { ...row, ...changed } : row)),
                    )
                  }
                  onRemove={
                    bodyparts.length > 1
                      ? () =>
                          setParts(
                            modality,
                            bodyparts.filter(({ id }) => id !== part.id),
                          )
                      : undefined
                  }
                />
              ))}
              {!disabled && (
                <Button
                  variant="default"
                  size="compact-sm"
                  style={{ alignSelf: 'flex-start' }}
                  leftSection={<IconPlus size={14} aria-hidden />}
                  aria-label={WORDS.addPartTo(modality)}
                  onClick={() => setParts(modality, [...bodyparts, blankPart()])}
                >
                  {WORDS.addPart}
                </Button>
              )}
            </Stack>
          </Paper>
        ))}
        {!disabled && (
          <Select
            aria-label={WORDS.addModality}
            placeholder={WORDS.addModality}
            data={offered}
            // Cleared after each choice: the field only adds to the list.
            value={null}
            onChange={(modality) => modality && set([...modalities, { modality, bodyparts: [blankPart()] }])}
            searchable
            maw={260}
          />
        )}
      </Stack>
    </Input.Wrapper>
  )
}
