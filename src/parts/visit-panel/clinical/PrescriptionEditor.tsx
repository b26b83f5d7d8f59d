import { Button, Group } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { v7 as mintId } from 'uuid'
import type { PrescriptionLine } from '#contract/calls/visit-records.ts'
import { moveLine, writtenLines } from '#domain/clinical/prescription-lines.ts'
import { useMedicines } from '#src/sync/clinical/use-medicines.ts'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import classes from './clinical.module.css'
import { PrescriptionLineRow } from './PrescriptionLineRow.tsx'
import { PrintButton } from './PrintButton.tsx'
import { CLINICAL_WORDS as WORDS } from './words.ts'

export interface PrescriptionEditorProps {
  begun: readonly PrescriptionLine[]
  onChange: (lines: readonly PrescriptionLine[]) => void
  onPrint: () => void
}

/** The lines of a prescription: add, change, reorder, remove. */
export function PrescriptionEditor({ begun, onChange, onPrint }: PrescriptionEditorProps) {
  const [lines, setLines] = useState(begun)
  const [added, setAdded] = useState<string>()
  const medicines = useMedicines()
  const change = (next: readonly PrescriptionLine[]) => {
    setLines(next)
    onChange(next)
  }
  const add = () => {
    const id = mintId()
    setAdded(id)
    change([...lines, { id, medicine: '', dose: [], after_before_meal: 'After', duration: '' }])
  }
  return (
    <>
      {lines.length === 0 && <EmptyState title={WORDS.noMedicines} hint={WORDS.noMedicinesHint} />}
      <ol className={classes.lines}>
        {lines.map((line, index) => (
          <PrescriptionLineRow
            key={line.id}
            line={line}
            place={index + 1}
            isFirst={index === 0}
            isLast={index === lines.length - 1}
            medicines={medicines}
            isNew={line.id === added}
            onChange={(next) => change(lines.map((one) => (one.id === next.id ? next : one)))}
            onMove={(steps) => change(moveLine(lines, line.id, steps))}
            onRemove={() => change(lines.filter(({ id }) => id !== line.id))}
          />
        ))}
      </ol>
      <Group gap="xs">
        <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
          {WORDS.addMedicine}
        </Button>
        <PrintButton isEmpty={writtenLines(lines).length === 0} onClick={onPrint} />
      </Group>
    </>
  )
}
