import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/**
 * Files that may show a refusal in a note at the edge of the screen, with the reason why there is no button or
 * field for it. Everything else shows it at its origin: RefusalNote or ActBox with useAct, confirmAct after a
 * question.
 */
const ALLOWED: Readonly<Record<string, string>> = {
  // The pressed element is unmounted when the response arrives.
  'src/app/frame/Frame.tsx': 'a key locks the device',
  'src/app/frame/UserMenu.tsx': 'the menu is closed by then',
  'src/app/frame/sign-out/use-sign-out.ts': 'the menu is closed by then',
  'src/features/booking-requests/run-action.ts': 'a start out of the menu of a row',
  'src/features/worklist/acts/use-row-acts.ts': 'acts of a menu of a row and of keys',
  'src/parts/booking/save/start-visit.ts': 'the form of the booking is closed by then',
  'src/parts/booking/save/use-guarded-close.ts': 'the form is closed by then',
  'src/features/worklist/download-study/download-study.ts':
    'a download goes on while the person is elsewhere; its progress is a note too',
  'src/parts/open-images/open-images.ts': 'the click opened another tab',
  'src/parts/password-link/make-password-link.tsx': 'after a new person was saved their form is closed',
  'src/parts/notifications/NotificationItem.tsx': 'the link leads to another screen',
  'src/parts/tags/CriticalTagPopover.tsx': 'the list of tags is closed by then',
  'src/ui/refusal/use-act.ts': 'the form or question was closed while the server was asked',
  // Nothing was pressed.
  'src/app/pwa/use-launches.ts': 'files arrive from outside of the page',
  'src/features/shared-file/use-given-files.ts': 'files arrive from outside of the page',
  'src/features/report/actions/use-assign-question.ts': 'asked by the report itself, when it is opened',
  'src/features/sign-in/use-sign-in.ts': 'told once the first screen stands',
  'src/features/report/actions/use-report-actions.ts': 'a key of the editor that is off has no tooltip',
  'src/features/report/follow-ups/use-follow-ups.ts':
    'a key of the editor, and what follows a signature when the report is left by then',
  'src/features/report/follow-ups/use-own-follow-ups.ts':
    'stores by itself what was typed, and has no button',
  'src/features/report/priors/use-priors-view.ts': 'a key of the editor that is off has no tooltip',
  'src/features/worklist/rows/StudyRows.tsx': 'a key in a list',
  // A place in a calendar or a text is no button.
  'src/features/scheduler/use-move.ts': 'a drag; free places are offered in a dialog',
  'src/features/scheduler/MachineCalendar.tsx': 'a click into the past of a calendar',
  'src/parts/booking/slots/SideCalendar.tsx': 'a click into the past of a calendar',
  'src/parts/calendar/use-dragging.ts': 'a drag',
  'src/features/report/templates/use-insert-template.ts': 'a template goes into the text',
  'src/features/report/actions/use-asked-by-key.ts': 'a key without a button of its own',
  'src/features/report/history/use-restore.ts': 'a version goes into the text',
  // Only this device can fail to store it; the server's refusals are shown in the Sync centre and at their
  // subject.
  'src/features/scan-worklist/queue-actions.ts': 'a tap on a card of the queue',
  'src/parts/no-of-reports/NoOfReports.tsx': 'a choice in a cell of a table',
  'src/parts/tags/TagPicker.tsx': 'a choice in a cell of a table',
  // The browser refuses its clipboard, not the server.
  'src/features/masters/texts/que-screens/DisplayLink.tsx': 'the clipboard',
  'src/features/licences/Licences.tsx': 'the clipboard',
}

const SAYS = /\bnotify(Error|Refusal)\b/

const saying = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && name !== join('ui', 'notes', 'notify.ts'))
  .map((name) => join('src', name))
  .filter((file) => SAYS.test(readFileSync(file, 'utf8')))

test('a refusal is shown at its button and its field, and in a note only without either', () => {
  expect(
    saying.filter((file) => !(file in ALLOWED)),
    'use useAct with RefusalNote or ActBox, or confirmAct, in the place of notifyError (docs/decisions/319)',
  ).toEqual([])
  expect(
    Object.keys(ALLOWED).filter((file) => !saying.includes(file)),
    'take these off the list',
  ).toEqual([])
})
