import type { GridColumn } from '#src/ui/grid/grid-column.ts'
import { ContactCell, CountCell, DeviceNameCell, OldestCell, storageWords } from './cells.tsx'
import type { DeviceView } from './device-view.ts'
import { DEVICES_WORDS as WORDS } from './words.ts'

const { columns: NAMES } = WORDS

/** The columns of the devices; what says whose work does not come in is never left out. */
export const DEVICE_COLUMNS: readonly GridColumn<DeviceView>[] = [
  {
    id: 'user',
    header: NAMES.user,
    width: 'minmax(120px, 1fr)',
    isSortable: true,
    cell: ({ item }) => item.user_name,
  },
  {
    id: 'device',
    header: NAMES.device,
    width: 'minmax(140px, 1.3fr)',
    isSortable: true,
    cell: (view) => <DeviceNameCell view={view} />,
  },
  {
    id: 'contact',
    header: NAMES.contact,
    width: 'minmax(140px, 0.9fr)',
    isSortable: true,
    cell: (view) => <ContactCell view={view} />,
  },
  {
    id: 'oldest',
    header: NAMES.oldest,
    width: 'minmax(140px, 0.9fr)',
    isSortable: true,
    cell: (view) => <OldestCell view={view} />,
  },
  {
    id: 'waiting',
    header: NAMES.waiting,
    width: '76px',
    align: 'end',
    isSortable: true,
    cell: ({ item }) => <CountCell count={item.waiting} />,
  },
  {
    id: 'needs',
    header: NAMES.needs,
    width: '108px',
    align: 'end',
    isSortable: true,
    cell: ({ item }) => <CountCell count={item.needs_person} isUrgent />,
  },
  {
    id: 'storage',
    header: NAMES.storage,
    width: 'minmax(120px, 0.7fr)',
    align: 'end',
    fromWidth: 980,
    isSortable: true,
    cell: storageWords,
  },
  {
    id: 'version',
    header: NAMES.version,
    width: '72px',
    fromWidth: 1080,
    cell: ({ item }) => item.client_version,
  },
  {
    id: 'repaired',
    header: NAMES.repaired,
    width: '72px',
    align: 'end',
    fromWidth: 1080,
    cell: ({ item }) => <CountCell count={item.repaired} />,
  },
]
