import '@testing-library/jest-dom';
import '../app/dialog';
