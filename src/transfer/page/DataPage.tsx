import { PageHeading } from '../../components/PageHeading';
import styles from './DataPage.module.css';
import { ExportSection } from './ExportSection';
import { ImportSection } from './ImportSection';

/** The page to export all data and to import files. */
export default function DataPage() {
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <PageHeading page="data">Your data</PageHeading>
      </header>
      <ExportSection />
      <ImportSection />
    </div>
  );
}
