import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useListKeys } from '#src/ui/grid/use-list-keys.ts'
import { QueueSection } from './QueueSection.tsx'
import type { Section } from './sections.ts'
import type { Selection } from './use-selection.ts'

/** Limits the list: nobody reads a thousand waiting receipts one by one. */
const LISTED = 50

export interface QueueSectionsProps {
  sections: readonly Section[]
  isOnline: boolean
  selection: Selection
}

/**
 * The sections below each other; j and k move through all of them, Enter opens the place where the change was
 * made.
 */
export function QueueSections({ sections, isOnline, selection }: QueueSectionsProps) {
  const navigate = useNavigate()
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const [activeId, setActiveId] = useState<string>()
  const shownOf = ({ state, items }: Section) => (opened.has(state) ? items.length : LISTED)
  const walked = sections.flatMap((section) => section.items.slice(0, shownOf(section)))
  useListKeys({
    count: walked.length,
    active: walked.findIndex(({ id }) => id === activeId),
    onMove: (index) => setActiveId(walked[index]?.id),
    onOpen: (index) => {
      const path = walked[index]?.editPath
      if (path !== undefined) void navigate(path)
    },
  })
  return sections.map((section) => (
    <QueueSection
      key={section.state}
      section={section}
      shown={shownOf(section)}
      isOnline={isOnline}
      selection={selection}
      activeId={activeId}
      onShowMore={() => setOpened(new Set([...opened, section.state]))}
    />
  ))
}
