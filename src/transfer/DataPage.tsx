import { useEffect } from 'react';
import { useAppDispatch } from '../app/hooks';
import { PageHeading } from '../components/PageHeading';
import styles from './DataPage.module.css';
import { ExportSection } from './ExportSection';
import { ImportSection } from './ImportSection';
import { dataPageOpened } from './opened';

/** Where a person takes all that they keep away with them, and brings in what they kept elsewhere. */
export default function DataPage() {
  const dispatch = useAppDispatch();
  useEffect(() => {
    dispatch(dataPageOpened());
  }, [dispatch]);
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
