import type { GridColumn } from '#src/ui/grid/grid-column.ts'
import { ContactCell, CountCell, DeviceNameCell, OldestCell, storageWords } from './cells.tsx'
import type { DeviceView } from './device-view.ts'
import { DEVICES_WORDS as WORDS } from './words.ts'

const { columns: NAMES } = WORDS

/** The columns of the devices; those about undelivered work are never hidden. */
export const DEVICE_COLUMNS: readonly GridColumn<DeviceView>[] = [
  {
    id: 'user',
    header: NAMES.user,
    width: 'minmax(110px, 1fr)',
    isSortable: true,
    cell: ({ item }) => item.user_name,
  },
  {
    id: 'device',
    header: NAMES.device,
    width: 'minmax(110px, 1.4fr)',
    isSortable: true,
    cell: (view) => <DeviceNameCell view={view} />,
  },
  {
    id: 'contact',
    header: NAMES.contact,
    width: 'minmax(136px, 0.8fr)',
    isSortable: true,
    cell: (view) => <ContactCell view={view} />,
  },
  {
    id: 'oldest',
    header: NAMES.oldest,
    width: 'minmax(136px, 0.8fr)',
    isSortable: true,
    cell: (view) => <OldestCell view={view} />,
  },
  {
    id: 'waiting',
    header: NAMES.waiting,
    width: '58px',
    align: 'end',
    isSortable: true,
    cell: ({ item }) => <CountCell count={item.waiting} />,
  },
  {
    id: 'needs',
    header: NAMES.needs,
    width: '88px',
    align: 'end',
    isSortable: true,
    cell: ({ item }) => <CountCell count={item.needs_person} isUrgent />,
  },
  {
    id: 'storage',
    header: NAMES.storage,
    width: 'minmax(120px, 0.6fr)',
    align: 'end',
    fromWidth: 1060,
    isSortable: true,
    cell: storageWords,
  },
  {
    id: 'version',
    header: NAMES.version,
    width: '56px',
    fromWidth: 1160,
    cell: ({ item }) => item.client_version,
  },
  {
    id: 'repaired',
    header: NAMES.repaired,
    width: '58px',
    align: 'end',
    fromWidth: 1160,
    cell: ({ item }) => <CountCell count={item.repaired} />,
  },
]
