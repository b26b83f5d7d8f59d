import { Text } from '@mantine/core'
import { useOpenedVisit } from '#src/sync/desk/use-opened-visit.ts'
import { EDIT_WORDS as WORDS } from './words.ts'

/**
 * Shows whose visit it is before somebody corrects it; renders nothing if neither the device nor the server
 * knows.
 */
export function VisitLine({ visitId }: { visitId: string }) {
  const { visit } = useOpenedVisit(visitId)
  if (!visit) return null
  return (
    <Text className="tabular">
      <Text span fw={600}>
        {visit.name}
      </Text>{' '}
      {[visit.pat_id, WORDS.visit(visit.visit_no || WORDS.newVisit)].filter(Boolean).join(' · ')}
    </Text>
  )
}
