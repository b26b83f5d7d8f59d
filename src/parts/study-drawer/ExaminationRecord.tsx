import { Anchor, Button, Collapse, Stack, Table, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Link } from 'react-router-dom'
import type { StudyRow } from '#contract/calls/studies.ts'
import { studyEditCalls } from '#contract/calls/study-edit.ts'
import type { OutputOf } from '#contract/kernel/define-call.ts'
import { formatDateTime } from '#domain/time/formats.ts'
import { useCall } from '#src/sync/api/use-call.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { IdentityHistory } from './IdentityHistory.tsx'
import { DRAWER_WORDS as WORDS } from './words.ts'

type Examination = OutputOf<typeof studyEditCalls.examination>['result']

const timeOf = (instant: string) => formatDateTime(new Date(instant), branchZone())

/** Server data in addition to the study's row: its visit, its corrections, its header. */
export function ExaminationRecord({ study }: { study: StudyRow }) {
  const { online } = useLink()
  const { answer, error } = useCall(studyEditCalls.examination, { id: study.id }, online)
  if (answer)
    return (
      <>
        <VisitState visit={answer.result.visit} splitFrom={answer.result.split_from_id} />
        <IdentityHistory study={study} steps={answer.result.edits} />
        <Header lines={answer.result.dicom_header} />
      </>
    )
  if (online && !error) return <SkeletonRows rows={2} height={32} />
  return (
    <Text c="dimmed" size="sm">
      {study.is_linked === 1 ? WORDS.visitLinked : WORDS.visitNone} {WORDS.header}:{' '}
      {error && online ? error.message : WORDS.needsNetwork}
    </Text>
  )
}

function VisitState({ visit, splitFrom }: { visit: Examination['visit']; splitFrom: string | null }) {
  return (
    <section aria-label={WORDS.visit}>
      <Title order={3} size="h6" mb={6}>
        {WORDS.visit}
      </Title>
      {visit === null && (
        <Text c="dimmed" size="sm">
          {WORDS.visitNone}
        </Text>
      )}
      {visit && (
        <>
          <Text size="sm">{WORDS.visitLine(visit.visit_no, visit.service)}</Text>
          <Text c="dimmed" size="sm" className="tabular">
            {timeOf(visit.start_dt)}
            {visit.linked_on &&
              ` · ${visit.linked_by ? WORDS.linkedBy(visit.linked_by, timeOf(visit.linked_on)) : WORDS.linkedAlone(timeOf(visit.linked_on))}`}
          </Text>
        </>
      )}
      {splitFrom && (
        <Text size="sm">
          {WORDS.split_from}{' '}
          <Anchor component={Link} to={`/study/${splitFrom}`} size="sm">
            {WORDS.openFirst}
          </Anchor>
        </Text>
      )}
    </section>
  )
}

function Header({ lines }: { lines: Examination['dicom_header'] }) {
  const [isOpen, { toggle }] = useDisclosure(false)
  if (lines.length === 0)
    return (
      <Text c="dimmed" size="sm">
        {WORDS.header}: {WORDS.headerNone}
      </Text>
    )
  return (
    <Stack gap="xs" align="flex-start">
      <Button variant="default" size="xs" aria-expanded={isOpen} onClick={toggle}>
        {isOpen ? WORDS.headerHide : WORDS.headerShow}
      </Button>
      <Collapse expanded={isOpen} w="100%">
        <Table aria-label={WORDS.header} verticalSpacing={2}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{WORDS.headerTag}</Table.Th>
              <Table.Th>{WORDS.headerVr}</Table.Th>
              <Table.Th>{WORDS.headerValue}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {lines.map(({ tag, vr, value }) => (
              <Table.Tr key={tag}>
                <Table.Td className="tabular">{tag}</Table.Td>
                <Table.Td>{vr}</Table.Td>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Collapse>
    </Stack>
  )
}
