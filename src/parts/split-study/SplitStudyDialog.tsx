import { Button, Fieldset, Group, SimpleGrid, Stack, Text, TextInput, Tooltip } from '@mantine/core'
import { useState } from 'react'
import { v7 as mintId } from 'uuid'
import type { StudyRow } from '#contract/calls/studies.ts'
import { studyEditCalls } from '#contract/calls/study-edit.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { useSession } from '#src/sync/session/session.ts'
import { confirmAction } from '#src/ui/dialog/confirm-action.ts'
import { Dialog } from '#src/ui/dialog/Dialog.tsx'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { RefusalNote } from '#src/ui/refusal/RefusalNote.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import { splitReason } from './split-reason.ts'
import { SPLIT_WORDS as WORDS } from './words.ts'

export interface SplitStudyDialogProps {
  study: StudyRow
  opened: boolean
  onClose: () => void
}

/** Splits a study that holds two examinations into two rows (docs/decisions/080). */
export function SplitStudyDialog({ study, opened, onClose }: SplitStudyDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={WORDS.title} size="lg">
      {opened && <SplitForm study={study} onDone={onClose} />}
    </Dialog>
  )
}

interface Part {
  study_desc: string
  accession_no: string
}

function SplitForm({ study, onDone }: { study: StudyRow; onDone: () => void }) {
  const { online } = useLink()
  const session = useSession()
  const [first, setFirst] = useState<Part>({ study_desc: study.study_desc, accession_no: study.accession_no })
  const [second, setSecond] = useState<Part>({ study_desc: '', accession_no: '' })
  // Created once per dialog, so that a double click makes the same split.
  const [newId] = useState(() => mintId())
  const [box, act] = useAct()
  const problem = splitReason(study, session, online) ?? problemOf(first, second)
  const split = async () => {
    const isSure = await confirmAction({
      title: WORDS.ask,
      message: WORDS.askMessage([study.pat_name, study.study_desc].filter(Boolean).join(' · ')),
      confirmLabel: WORDS.split,
    })
    if (!isSure) return
    await act.run(async () => {
      await callApi(studyEditCalls.splitStudy, { study_id: study.id, new_study_id: newId, first, second })
      notifyDone(WORDS.done)
      onDone()
    })
  }
  return (
    <Stack gap="sm" ref={box}>
      <Text size="sm">{WORDS.explain}</Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <PartFields legend={WORDS.first} part={first} onChange={setFirst} />
        <PartFields legend={WORDS.second} part={second} onChange={setSecond} />
      </SimpleGrid>
      <Text c="dimmed" size="sm">
        {WORDS.stays}
      </Text>
      <Group justify="flex-end">
        {problem && (
          <Text c="dimmed" size="sm" mr="auto">
            {problem}
          </Text>
        )}
        <RefusalNote act={act} />
        <Button variant="default" onClick={onDone}>
          {WORDS.cancel}
        </Button>
        <Tooltip label={problem} disabled={problem === undefined}>
          <Button
            loading={act.isBusy}
            data-disabled={problem !== undefined || undefined}
            aria-disabled={problem !== undefined}
            aria-description={problem}
            onClick={problem === undefined ? () => void split() : undefined}
          >
            {WORDS.split}
          </Button>
        </Tooltip>
      </Group>
    </Stack>
  )
}

function problemOf(first: Part, second: Part): string | undefined {
  if (first.study_desc.trim() === '' || second.study_desc.trim() === '') return WORDS.missing
  const isSame = first.study_desc === second.study_desc && first.accession_no === second.accession_no
  return isSame ? WORDS.same : undefined
}

function PartFields({
  legend,
  part,
  onChange,
}: {
  legend: string
  part: Part
  onChange: (part: Part) => void
}) {
  return (
    <Fieldset legend={legend}>
      <TextInput
        label={WORDS.description}
        maxLength={200}
        value={part.study_desc}
        onChange={(event) => onChange({ ...part, study_desc: event.currentTarget.value })}
      />
      <TextInput
        label={WORDS.accession}
        maxLength={64}
        value={part.accession_no}
        onChange={(event) => onChange({ ...part, accession_no: event.currentTarget.value })}
      />
    </Fieldset>
  )
}
