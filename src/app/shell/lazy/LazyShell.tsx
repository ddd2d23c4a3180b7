// Loaded in advance, because printing does not wait for it.
import '../../../components/styles/print.css';
import { BackCloses } from './BackCloses';
import type { SidebarState } from '../sidebar/useSidebar';
import { useFootMark } from './useFootMark';
import { useInputAfterLinks } from './useInputAfterLinks';
import { useNoFileDrops } from './useNoFileDrops';
import { ViewsBar } from './ViewsBar';

type Props = { sidebar: SidebarState };

/** Parts of the shell that are needed only after its first page is shown. */
export default function LazyShell({ sidebar }: Props) {
  useFootMark();
  useNoFileDrops();
  useInputAfterLinks();
  return (
    <>
      <BackCloses sidebar={sidebar} />
      {sidebar.mode !== 'shown' && <ViewsBar sidebar={sidebar} />}
    </>
  );
}
