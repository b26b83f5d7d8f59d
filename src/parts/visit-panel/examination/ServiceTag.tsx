import { Select, Text, Tooltip } from '@mantine/core'
import type { VisitServiceRow } from '#contract/calls/visit-records.ts'
import { useTags } from '#src/sync/directory/use-directory.ts'
import { useSession } from '#src/sync/session/session.ts'
import { useAct } from '#src/ui/refusal/use-act.ts'
import { TagMark } from '../../tags/TagMark.tsx'
import { assignServiceTag } from './assign-service.ts'
import { EXAM_WORDS as WORDS } from './words.ts'

export interface ServiceTagProps {
  visitId: string
  service: VisitServiceRow
}

/** The tag of a service: read-only without assign_tag_to_study (docs/people.md#permissions). */
export function ServiceTag({ visitId, service }: ServiceTagProps) {
  const session = useSession()
  const mayChange = session?.modules.includes('assign_tag_to_study') ?? false
  const choices = useTagChoices(service)
  const [box, act] = useAct()
  if (!mayChange)
    return (
      <Tooltip label={WORDS.noTagRight}>
        <span>
          {service.tag_id ? (
            <TagMark name={service.tag} color={service.tag_color} />
          ) : (
            <Text span size="sm">
              {WORDS.noTag}
            </Text>
          )}
        </span>
      </Tooltip>
    )
  return (
    <div ref={box}>
      <Select
        size="xs"
        aria-label={`${WORDS.tag}: ${service.name}`}
        placeholder={WORDS.noTag}
        data={choices.map(({ id, name }) => ({ value: id, label: name }))}
        value={service.tag_id}
        error={act.problem?.message}
        errorProps={{ role: 'alert' }}
        onChange={(tagId) => void act.run(() => assignServiceTag(visitId, service.id, tagId))}
        clearable
        renderOption={({ option }) => (
          <TagMark
            name={option.label}
            color={choices.find(({ id }) => id === option.value)?.color ?? 'transparent'}
          />
        )}
      />
    </div>
  )
}

/** Returns the active tags; an inactive tag cannot be chosen any more, but is included if this service has it. */
export function useTagChoices(service: VisitServiceRow) {
  const tags = useTags().filter(({ type }) => type === 'Normal')
  const isKnown = service.tag_id === null || tags.some(({ id }) => id === service.tag_id)
  return isKnown ? tags : [...tags, { id: service.tag_id ?? '', name: service.tag, color: service.tag_color }]
}
