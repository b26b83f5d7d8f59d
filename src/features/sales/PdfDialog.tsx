import { Button, Group, Loader, SegmentedControl, Select, Stack, Switch, Text } from '@mantine/core'
import { useState } from 'react'
import type { BranchItem } from '#contract/calls/directory.ts'
import { zoneOfBranches } from '#domain/branch/zone-of-branches.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { DayRangeInput } from '#src/ui/dates/DayRangeInput.tsx'
import { Dialog } from '#src/ui/dialog/Dialog.tsx'
import { ReasonButton } from '#src/ui/ReasonButton.tsx'
import { RefusalNote } from '#src/ui/refusal/RefusalNote.tsx'
import { chosen, type PdfChoice, type PdfRange, pdfName } from './pdf-presets.ts'
import { usePdf } from './use-pdf.ts'
import { SALES_WORDS } from './words.ts'

const { pdf: WORDS, tabs: TABS, branch: BRANCH, allBranches: ALL, days: DAYS } = SALES_WORDS

const ALL_SECTIONS: PdfChoice = {
  collection: true,
  invoices: true,
  departments: true,
  services: true,
  receipts: true,
  prevPending: 'Include',
}
const FLAGS = (['Include', 'Separate'] as const).map((flag) => ({ value: flag, label: WORDS.flags[flag] }))

export interface PdfDialogProps {
  place: PdfRange
  branches: readonly BranchItem[]
  onClose: () => void
}

/** Asks for the branch, days and sections of a PDF. */
export function PdfDialog({ place: first, branches, onClose }: PdfDialogProps) {
  const { online } = useLink()
  const [place, setPlace] = useState(first)
  const [choice, setChoice] = useState(ALL_SECTIONS)
  const { isMaking, parts, make, cancel } = usePdf()
  const [box, act] = parts
  const zone = zoneOfBranches(branches, place.branchId, branchZone())
  const section = (name: Exclude<keyof PdfChoice, 'prevPending'>, label: string) => (
    <Switch
      label={label}
      checked={choice[name]}
      onChange={({ currentTarget: { checked } }) => setChoice((now) => ({ ...now, [name]: checked }))}
    />
  )
  const isEmpty = !(choice.collection || choice.invoices || choice.services || choice.receipts)
  const download = async () => {
    if (await make(chosen(place, choice), pdfName(place))) onClose()
  }
  return (
    <Dialog opened onClose={onClose} title={WORDS.title} size="lg">
      <Stack>
        <Group align="flex-end">
          <Select
            label={BRANCH}
            data={[
              { value: '', label: ALL },
              ...branches.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={place.branchId ?? ''}
            onChange={(id) => setPlace((now) => ({ ...now, branchId: id || undefined }))}
            allowDeselect={false}
          />
          <DayRangeInput
            label={DAYS}
            value={{ from: place.from, to: place.to }}
            onChange={({ from, to }) => {
              if (from !== undefined && to !== undefined) setPlace((now) => ({ ...now, from, to }))
            }}
            zone={zone}
          />
        </Group>
        {section('collection', TABS.collection)}
        {section('invoices', TABS.invoices)}
        {choice.invoices && <Group pl="xl">{section('departments', WORDS.departments)}</Group>}
        {section('services', TABS.services)}
        {section('receipts', TABS.receipts)}
        {choice.receipts && (
          <Group pl="xl" gap="xs">
            <Text size="sm" id="prev-pending">
              {WORDS.prevPending}
            </Text>
            <SegmentedControl
              aria-labelledby="prev-pending"
              data={FLAGS}
              value={choice.prevPending}
              onChange={(flag) => setChoice((now) => ({ ...now, prevPending: flag }))}
            />
          </Group>
        )}
        <Group justify="flex-end" ref={box}>
          <RefusalNote act={act} title={WORDS.failed} />
          {isMaking && (
            <>
              <Loader size="xs" aria-hidden />
              <Text size="sm" role="status">
                {WORDS.making}
              </Text>
            </>
          )}
          <Button variant="default" onClick={isMaking ? cancel : onClose}>
            {WORDS.cancel}
          </Button>
          <ReasonButton
            reason={online ? (isEmpty ? WORDS.section : undefined) : WORDS.offline}
            loading={isMaking}
            onClick={() => void download()}
          >
            {WORDS.make}
          </ReasonButton>
        </Group>
      </Stack>
    </Dialog>
  )
}
