import { Badge, Button, Text } from '@mantine/core'
import { IconFlag3Filled } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { isOverdue } from '#domain/study/critical-steps.ts'
import { formatShortDateTime } from '#domain/time/formats.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import type { OpenCritical } from '#src/sync/study-parts/use-open-criticals.ts'
import classes from './critical.module.css'
import { CRITICAL_WORDS as WORDS } from './words.ts'

export interface OpenCriticalsProps {
  criticals: readonly OpenCritical[]
  /** Called when the person goes to the study. */
  onLeave?: () => void
}

/** Unreported critical results, each with a link to its record. */
export function OpenCriticals({ criticals, onLeave }: OpenCriticalsProps) {
  return (
    <ul className={classes.list} aria-label={WORDS.needsYou}>
      {criticals.map(({ critical, study }) => (
        <li key={critical.id} className={classes.item}>
          <IconFlag3Filled
            size={16}
            aria-hidden
            style={{ color: study?.tag_color_critical || 'currentcolor' }}
          />
          <div style={{ flex: 1, minWidth: 0 }}>
            <Text size="sm" truncate>
              {isOverdue(critical) && (
                <Badge tt="none" radius="sm" size="sm" color="red" mr={6}>
                  {WORDS.overdue}
                </Badge>
              )}
              {critical.tag} · {study ? study.pat_name : WORDS.nameless}
            </Text>
            <Text c="dimmed" size="xs" truncate className="tabular">
              {[study?.study_desc, formatShortDateTime(new Date(critical.opened_on), branchZone())]
                .filter(Boolean)
                .join(' · ')}
            </Text>
          </div>
          <Button
            component={Link}
            to={`/study/${critical.study_id}?open=critical`}
            size="compact-sm"
            variant="default"
            onClick={onLeave}
          >
            {WORDS.record}
          </Button>
        </li>
      ))}
    </ul>
  )
}
