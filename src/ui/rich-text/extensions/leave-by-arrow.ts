import { Extension } from '@tiptap/core'
import { Plugin, Selection, TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'

export type LeaveDirection = 'next' | 'previous'

export interface LeaveByArrowOptions {
  /** Moves to the text below or above; returns whether there is one. */
  leave: (direction: LeaveDirection) => boolean
}

/**
 * The down arrow on a text's last line moves to the text below, the up arrow on its first line to the one above, as
 * within one text. Runs last: choice lists and tables handle their arrows first.
 */
export const LeaveByArrow = Extension.create<LeaveByArrowOptions>({
  name: 'leaveByArrow',
  priority: 1,
  addOptions: () => ({ leave: () => false }),
  addProseMirrorPlugins() {
    const { leave } = this.options
    return [
      new Plugin({
        props: {
          handleKeyDown: (view, event) => {
            const { ctrlKey, metaKey, altKey, shiftKey } = event
            if (ctrlKey || metaKey || altKey || shiftKey || view.composing) return false
            const direction = DIRECTION_OF[event.key]
            return direction !== undefined && isAtEdge(view, direction) && leave(direction)
          },
        },
      }),
    ]
  },
})

const DIRECTION_OF: Record<string, LeaveDirection | undefined> = { ArrowDown: 'next', ArrowUp: 'previous' }

function isAtEdge(view: EditorView, direction: LeaveDirection): boolean {
  const { selection, doc } = view.state
  if (!selection.empty) return false
  const edge = direction === 'next' ? Selection.atEnd(doc) : Selection.atStart(doc)
  // The gap cursor beside a table or picture, at the very end or start.
  if (!(selection instanceof TextSelection))
    return selection.head === (direction === 'next' ? doc.content.size : 0)
  return selection.$head.sameParent(edge.$head) && view.endOfTextblock(direction === 'next' ? 'down' : 'up')
}
